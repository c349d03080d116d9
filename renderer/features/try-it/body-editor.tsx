import { Input, Labelled, TextArea } from '../../ui/field.tsx';
import { headerOf, withHeader } from './draft.ts';
import styles from './editors.module.css';
import { useDraft, useTryIt } from './use-try-it.ts';

/** A body as text, with its media type; a word where it is not the JSON that it says it is. */
export function BodyEditor() {
  const tryIt = useTryIt();
  const { headers, body } = useDraft();
  const mediaType = headerOf(headers, 'content-type') ?? '';
  const reason = mediaType.includes('json') ? notJson(body ?? '') : null;
  return (
    <section className={styles.block} aria-label="Body">
      <Labelled label="Content-Type" className={styles.textLabel}>
        {(id) => (
          <Input
            id={id}
            className={styles.wide}
            value={mediaType}
            onChange={({ currentTarget: { value } }) =>
              tryIt.edit({ headers: withHeader(headers, 'Content-Type', value === '' ? undefined : value) })
            }
          />
        )}
      </Labelled>
      <TextArea
        aria-label="Body of the request"
        rows={14}
        value={body ?? ''}
        aria-invalid={reason !== null}
        onChange={({ currentTarget: { value } }) => tryIt.edit({ body: value === '' ? null : value })}
      />
      {reason !== null && (
        <p className={styles.word} role="status">
          {reason} It is sent as it is.
        </p>
      )}
    </section>
  );
}

function notJson(text: string): string | null {
  if (text === '') return null;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
