import { type ReactNode, useState } from 'react';
import styles from './json-view.module.css';

/** Any JSON value; defined here, because ui imports nothing of the project. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonRecord;
interface JsonRecord {
  readonly [name: string]: JsonValue;
}

/** Members or elements shown at first, and added by each click; keeps large values responsive. */
const portion = 100;
/** Levels that are open at first. */
const openDepth = 2;

/** Makes text visible: replaces characters that a reader does not see, or that change the order of others. */
type Visible = (text: string) => string;

/** A JSON value as a collapsible tree. */
export function JsonTree({ value, visible }: { readonly value: JsonValue; readonly visible: Visible }) {
  return (
    <div className={styles.tree}>
      <Node value={value} depth={0} visible={visible} />
    </div>
  );
}

/** The members of an object as trees, without a line for the object itself. */
export function JsonMembers({ value, visible }: { readonly value: JsonRecord; readonly visible: Visible }) {
  return (
    <div className={styles.tree}>
      {Object.entries(value).map(([name, content]) => (
        <Node key={name} name={name} value={content} depth={1} visible={visible} />
      ))}
    </div>
  );
}

interface NodeProps {
  readonly visible: Visible;
  readonly name?: string;
  readonly value: JsonValue;
  readonly depth: number;
}

function Node({ name, value, depth, visible }: NodeProps) {
  const [open, setOpen] = useState(depth < openDepth);
  const label = name === undefined ? null : <span className={styles.name}>{visible(name)}</span>;
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={styles.leaf}>
        {label}
        <Scalar value={value} visible={visible} />
      </div>
    );
  }
  const isArray = Array.isArray(value);
  const entries = Object.entries(value);
  const size = entries.length;
  const summary = isArray ? `[${size}]` : `{${size}}`;
  if (size === 0) {
    return (
      <div className={styles.leaf}>
        {label}
        <span className={styles.size}>{isArray ? '[]' : '{}'}</span>
      </div>
    );
  }
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        {label}
        <span className={styles.size}>{summary}</span>
      </summary>
      {open && (
        <div className={styles.inside}>
          <Portions count={size}>
            {(shown) =>
              entries
                .slice(0, shown)
                .map(([member, content]) => (
                  <Node key={member} name={member} value={content} depth={depth + 1} visible={visible} />
                ))
            }
          </Portions>
        </div>
      )}
    </details>
  );
}

function Portions({ count, children }: { readonly count: number; readonly children: (shown: number) => ReactNode }) {
  const [shown, setShown] = useState(portion);
  return (
    <>
      {children(shown)}
      {count > shown && (
        <button type="button" className={styles.more} onClick={() => setShown(shown + portion)}>
          {count - shown} more
        </button>
      )}
    </>
  );
}

/** A scalar in the colour of its type. */
function Scalar({ value, visible }: { readonly value: null | boolean | number | string; readonly visible: Visible }) {
  if (value === null) return <span className={styles.null}>null</span>;
  return <span className={styles[typeof value]}>{visible(JSON.stringify(value))}</span>;
}

/** Plain text in the monospaced face. */
export function CodeText({ text }: { readonly text: string }) {
  return <pre className={styles.text}>{text}</pre>;
}
