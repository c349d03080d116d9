/** Gives the person a text as a file, to save where they like. */
export function download(file: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  // The browser reads the file after this turn; a minute is ample for it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
