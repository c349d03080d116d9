import { DatabaseZap, Download, FilePlus2, ListChecks, ListPlus, Send, Wand2 } from 'lucide-react';
import { useAction } from '../../../ui/base/action.tsx';
import { IconButton } from '../../../ui/base/button.tsx';
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx';

/** Actions that resend the chosen request or create something from it. */
export function MakeMenu() {
  const items = [
    { icon: Send, action: useAction('requests.resend') },
    { icon: DatabaseZap, action: useAction('requests.fixture') },
    { icon: FilePlus2, action: useAction('requests.fixture-sent') },
    { icon: ListPlus, action: useAction('requests.rule') },
    { icon: Download, action: useAction('requests.export-chosen') },
    { icon: ListChecks, action: useAction('requests.expect') },
  ];
  return (
    <Menu trigger={<IconButton label="More actions" icon={Wand2} />} align="end">
      {items.map(({ icon, action }) => (
        <MenuItem
          key={action.id}
          icon={icon}
          shortcut={action.shortcut}
          disabled={!action.enabled}
          onSelect={action.run}
        >
          {action.title}
        </MenuItem>
      ))}
    </Menu>
  );
}
