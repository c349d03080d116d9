import { Braces, Download, FileText, Hash, ListChecks } from 'lucide-react';
import { Button } from '../../ui/base/button.tsx';
import { ActionItem, Menu } from '../../ui/overlay/menu.tsx';

/** The formats in which a report is exported. */
export function ReportMenu({ of }: { readonly of: 'audit' | 'drift' }) {
  return (
    <Menu align="end" trigger={<Button icon={Download}>Export</Button>}>
      <ActionItem id={`${of}.export-html`} icon={FileText} />
      <ActionItem id={`${of}.export-markdown`} icon={Hash} />
      <ActionItem id={`${of}.export-junit`} icon={ListChecks} />
      <ActionItem id={`${of}.export-json`} icon={Braces} />
    </Menu>
  );
}
