import {
  ClipboardList,
  Download,
  GitCompareArrows,
  Link,
  ListChecks,
  ListPlus,
  Pin,
  Send,
  SquareTerminal,
  StickyNote,
} from 'lucide-react';
import { ActionItem, MenuAt } from '../../../ui/overlay/menu.tsx';
import type { MenuPlace } from '../../../ui/table/virtual-table.tsx';

const items = [
  { id: 'requests.resend', icon: Send },
  { id: 'requests.copy-curl', icon: SquareTerminal },
  { id: 'requests.copy-report', icon: ClipboardList },
  { id: 'link.copy', icon: Link },
  { id: 'requests.pin', icon: Pin },
  { id: 'requests.note', icon: StickyNote },
  { id: 'requests.compare', icon: GitCompareArrows },
  { id: 'requests.rule', icon: ListPlus },
  { id: 'requests.expect', icon: ListChecks },
  { id: 'requests.export-chosen', icon: Download },
];

interface LogMenuProps {
  readonly at: MenuPlace | null;
  readonly onClose: () => void;
  readonly onReturn: () => void;
}

/** The context menu of the chosen requests. */
export function LogMenu(props: LogMenuProps) {
  return (
    <MenuAt label="Request" {...props}>
      {items.map((item) => (
        <ActionItem key={item.id} {...item} />
      ))}
    </MenuAt>
  );
}
