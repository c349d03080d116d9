/** Lets the person choose a file; nothing happens when none is. `accept` is the list of extensions that an input takes. */
export function chooseFile(accept: string, onFile: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.onchange = () => {
    const [file] = input.files ?? [];
    if (file) onFile(file);
  };
  input.click();
}
