import { createContext, type ReactNode, useContext } from 'react';
import styles from './settings.module.css';
import { matches } from './settings-form.ts';

/** What was typed to find a setting. */
export const SearchContext = createContext('');

/** What the rows of all kinds of settings have. */
export interface RowProps {
  readonly label: string;
  readonly hint: string;
  /** The way back to the default; null while the setting has it. */
  readonly reset: ReactNode;
}

interface FoundProps {
  readonly texts: readonly string[];
  /** What it is: an item where it stands in a list. */
  readonly as?: 'div' | 'li';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** What is shown while it has every word of the search in its texts. */
export function Found({ texts, as: Element = 'div', className, children }: FoundProps) {
  if (!matches(useContext(SearchContext), ...texts)) return null;
  return (
    <Element className={className} data-found="">
      {children}
    </Element>
  );
}

/** A part of the settings; not shown while nothing of it is found. */
export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h2 className={styles.groupTitle}>{title}</h2>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

interface FactProps {
  readonly label: string;
  /** Words beside the label by which it is found. */
  readonly words: string;
  readonly children: ReactNode;
}

/** Something that is no field of its own. */
export function Fact({ label, words, children }: FactProps) {
  return (
    <Found texts={[label, words]}>
      <div className={styles.fact}>
        <span className={styles.factLabel}>{label}</span>
        <div>{children}</div>
      </div>
    </Found>
  );
}
