/**
 * Opens a file dialog. `accept` is a list of extensions as in an input element; cancelling does nothing. The input stands in
 * the document until then: the browser may collect one that does not, and the file would be lost.
 */
export function chooseFile(accept: string, onFile: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.hidden = true;
  input.oncancel = () => input.remove();
  input.onchange = () => {
    input.remove();
    const [file] = input.files ?? [];
    if (file) onFile(file);
  };
  document.body.append(input);
  input.click();
}
