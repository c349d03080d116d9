import { ClipboardCopy } from 'lucide-react';
import { useMemo } from 'react';
import { hasSecrets } from '../../../../server/contract/schema/masked-request.ts';
import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import { useHost, useSecrets } from '../../../console/use-console.ts';
import { snippetKinds, snippetNames } from '../../../exchange/snippets.ts';
import { reasonOf, useAction } from '../../../ui/base/action.tsx';
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
  const secrets = useSecrets();
  const isSecret = useMemo(() => hasSecrets({ ...detail, response: null }, secrets), [detail, secrets]);
  const link = useAction('link.copy');
  return (
    <Menu trigger={<IconButton label="Copy as" word="Copy as" icon={ClipboardCopy} />} align="end">
      <MenuItem onSelect={() => void copyText(detail.path)}>Path</MenuItem>
      <MenuItem shortcut={link.shortcut} why={reasonOf(link)} onSelect={link.run}>
        Link
      </MenuItem>
      {snippetKinds.map((kind) => (
        <MenuItem key={kind} shortcut={actions[kind].shortcut} onSelect={actions[kind].run}>
          {snippetNames[kind]}
        </MenuItem>
      ))}
      {isSecret &&
        snippetKinds.map((kind) => (
          <MenuItem key={kind} onSelect={() => void requests.copyAs(kind, server, null)}>
            {snippetNames[kind]} with secrets
          </MenuItem>
        ))}
    </Menu>
  );
}
