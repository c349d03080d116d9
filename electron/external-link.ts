import { dialog, shell } from 'electron';

/** Opens a web address in the browser if the user agrees. Other schemes could start programs and are ignored. */
export async function offerToOpen(url: string): Promise<void> {
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol)) return;
  const buttons = ['Cancel', 'Open in browser'];
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: 'Open this address in your browser?',
    detail: url,
    buttons,
    defaultId: 0,
    cancelId: 0,
  });
  if (buttons[response] === 'Open in browser') await shell.openExternal(url);
}
