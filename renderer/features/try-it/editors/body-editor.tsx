import { parseJson } from '../../../../server/domain/json/json-text.ts';
import { headerOf } from '../../../exchange/headers.ts';
import { jsonFaults } from '../../../exchange/json-faults.ts';
import { Input, Labelled } from '../../../ui/form/field.tsx';
import { JsonEditor } from '../../../ui/json/json-editor.tsx';
import { withHeader } from '../model/draft.ts';
import { useDraft, useTryIt } from '../model/use-try-it.ts';
import styles from './editors.module.css';

/** The body as text with its media type; warns about invalid JSON. */
export function BodyEditor() {
  const tryIt = useTryIt();
  const { headers, body } = useDraft();
  const mediaType = headerOf(headers, 'content-type') ?? '';
  const isJson = mediaType.includes('json');
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
      <JsonEditor
        key={String(isJson)}
        label="Body of the request"
        lines={14}
        plain={!isJson}
        value={body ?? ''}
        check={isJson ? jsonFaults : undefined}
        onChange={(text) => tryIt.edit({ body: text === '' ? null : text })}
      />
      {isJson && !isSound(body ?? '') && (
        <p className={styles.word} role="status">
          The body is not valid JSON. It is sent as typed.
        </p>
      )}
    </section>
  );
}

function isSound(text: string): boolean {
  return text === '' || parseJson(text).ok;
}
