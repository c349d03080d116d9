/** Downloads a text as a file. */
export function download(file: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  // The browser reads the URL asynchronously; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
