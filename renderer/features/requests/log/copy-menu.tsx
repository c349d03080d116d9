import { ClipboardCopy } from 'lucide-react';
import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import { isSecretHeader } from '../../../../server/contract/schema/secrets.ts';
import { mockAddress } from '../../../console/mock-address.ts';
import { useHost } from '../../../console/use-console.ts';
import { snippetKinds, snippetNames } from '../../../exchange/snippets.ts';
import { useAction } from '../../../ui/base/action.tsx';
import { IconButton } from '../../../ui/base/button.tsx';
import { copyText } from '../../../ui/base/copy.tsx';
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx';
import type { Requests } from './requests.ts';

interface CopyMenuProps {
  readonly requests: Requests;
  readonly detail: RequestDetail;
}

/** Copies the chosen request as a code snippet. */
export function CopyMenu({ requests, detail }: CopyMenuProps) {
  const actions = {
    curl: useAction('requests.copy-curl'),
    fetch: useAction('requests.copy-fetch'),
    httpie: useAction('requests.copy-httpie'),
    playwright: useAction('requests.copy-playwright'),
  };
  const server = useHost((state) => state.server);
  const hasSecrets = detail.request.headers.some(([name]) => isSecretHeader(name));
  return (
    <Menu trigger={<IconButton label="Copy as" icon={ClipboardCopy} />} align="end">
      <MenuItem onSelect={() => void copyText(detail.path)}>Path</MenuItem>
      {snippetKinds.map((kind) => (
        <MenuItem key={kind} shortcut={actions[kind].shortcut} onSelect={actions[kind].run}>
          {snippetNames[kind]}
        </MenuItem>
      ))}
      {hasSecrets &&
        snippetKinds.map((kind) => (
          <MenuItem key={kind} onSelect={() => void requests.copyAs(kind, mockAddress(server), true)}>
            {snippetNames[kind]} with secrets
          </MenuItem>
        ))}
    </Menu>
  );
}
