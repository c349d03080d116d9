import { problem } from '../../server/domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../server/domain/basics/result.ts';
import { encodingOf, type TextEncoding, windowsText } from '../../server/domain/basics/text-encoding.ts';

/** The part of a chosen file that is used here. */
export type ChosenFile = Pick<File, 'name' | 'arrayBuffer'>;

export interface FileText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/** The text of a file, without its byte order mark. Refused with `invalid-workspace` if its bytes are no text. */
export async function fileText(file: ChosenFile): Promise<Result<FileText>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = encodingOf(bytes, file.name, (them) => decoded(them, 'utf-8') !== undefined);
  const text = encoding && decoded(bytes, encoding);
  if (!encoding || text === undefined) {
    return refuse(problem('invalid-workspace', 'The file is neither UTF-8 nor UTF-16 text.'));
  }
  return accept({ text, encoding });
}

/** A file with a text. */
export function textFile(name: string, text: string): ChosenFile {
  return new File([text], name);
}

function decoded(bytes: Uint8Array, encoding: TextEncoding): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // Some engines read Windows-1252 as ISO 8859-1.
    return encoding === 'windows-1252' ? windowsText(text) : text;
  } catch {
    return undefined;
  }
}
