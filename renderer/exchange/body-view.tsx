import { Eye } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { CapturedBody } from '../../server/contract/schema/state.ts';
import { visible, visibleLines } from '../../server/domain/json/visible-text.ts';
import { useSecrets } from '../console/use-console.ts';
import { Button } from '../ui/base/button.tsx';
import { classNames } from '../ui/base/class-names.ts';
import { CopyButton } from '../ui/base/copy.tsx';
import { formatBytes } from '../ui/base/format.ts';
import { useRemembered } from '../ui/base/remember.ts';
import { SegmentedControl } from '../ui/form/segmented-control.tsx';
import { CodeText, JsonMembers, JsonTree } from '../ui/json/json-view.tsx';
import { jsonOf, recordsIn } from './body-shape.ts';
import styles from './exchange.module.css';
import { RecordTable } from './record-table.tsx';

interface BodyViewProps {
  readonly title: string;
  readonly body: CapturedBody | null;
}

type Shape = 'table' | 'tree' | 'text';

/**
 * A captured body: a list of records as a table, JSON as a tree or text, anything else as plain text. Secrets are hidden, in
 * copies too, until somebody shows them.
 */
export function BodyView({ title, body: captured }: BodyViewProps) {
  const secrets = useSecrets();
  const [isOpen, setOpen] = useState(false);
  const masked = useMemo(
    () => captured && { ...captured, content: secrets.json(captured.content) },
    [captured, secrets],
  );
  const body = isOpen ? captured : masked;
  const [wanted, setShape] = useRemembered<Shape>('exchange.body', 'table');
  const json = useMemo(() => jsonOf(body), [body]);
  const list = useMemo(() => recordsIn(json), [json]);
  const shape = wanted === 'table' && !list ? 'tree' : wanted;
  return (
    <section className={styles.block}>
      <h3 className={classNames('line', styles.blockTitle)}>
        {title}
        {body && <span className={styles.size}>{formatBytes(body.bytes)}</span>}
        {!isOpen && masked?.content !== captured?.content && (
          <Button icon={Eye} look="bare" onClick={() => setOpen(true)}>
            Show secrets
          </Button>
        )}
        {body && (
          <span className={styles.actions}>
            {json !== undefined && (
              <SegmentedControl
                label={`View of the ${title.toLowerCase()}`}
                options={[
                  ...(list ? [{ value: 'table' as const, title: 'Table' }] : []),
                  { value: 'tree', title: 'Tree' },
                  { value: 'text', title: 'Text' },
                ]}
                chosen={shape}
                onChoose={setShape}
              />
            )}
            <CopyButton label="Copy body" text={() => body.content} />
          </span>
        )}
      </h3>
      {!body && <p className={styles.none}>None</p>}
      {body?.truncated && <p className={styles.note}>This body is truncated; the log keeps only its beginning.</p>}
      {body?.encoding === 'base64' && <p className={styles.note}>Not UTF-8 text; shown as base64.</p>}
      {body &&
        (list && shape === 'table' ? (
          <>
            {list.beside && <JsonMembers value={list.beside} visible={visible} />}
            <RecordTable name={list.name} records={list.records} />
          </>
        ) : json !== undefined && shape === 'tree' ? (
          <JsonTree value={json} visible={visible} />
        ) : (
          <CodeText text={visibleLines(json === undefined ? body.content : JSON.stringify(json, null, 2))} />
        ))}
    </section>
  );
}
