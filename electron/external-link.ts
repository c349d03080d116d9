import { dialog, shell } from 'electron';

/** True while the user is asked: a page that opens many windows must not fill the screen with questions. */
let isAsking = false;

/**
 * Opens a web address in the browser if the user agrees. Other schemes could start programs and are ignored, and so is an
 * address that comes while the user is asked about another.
 */
export async function offerToOpen(url: string): Promise<void> {
  if (isAsking || !URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol)) return;
  isAsking = true;
  try {
    await ask(url);
  } finally {
    isAsking = false;
  }
}

async function ask(url: string): Promise<void> {
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
