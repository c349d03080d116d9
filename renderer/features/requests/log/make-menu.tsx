import { DatabaseZap, Download, Ellipsis, FilePlus2, ListChecks, ListPlus, Send } from 'lucide-react';
import { IconButton } from '../../../ui/base/button.tsx';
import { ActionItem, Menu } from '../../../ui/overlay/menu.tsx';

/** Actions that resend the chosen request or create something from it. */
export function MakeMenu() {
  return (
    <Menu trigger={<IconButton label="More actions" icon={Ellipsis} />} align="end">
      <ActionItem id="requests.resend" icon={Send} />
      <ActionItem id="requests.fixture" icon={DatabaseZap} />
      <ActionItem id="requests.fixture-sent" icon={FilePlus2} />
      <ActionItem id="requests.rule" icon={ListPlus} />
      <ActionItem id="requests.export-chosen" icon={Download} />
      <ActionItem id="requests.expect" icon={ListChecks} />
    </Menu>
  );
}
