import { createContext, type ReactNode, useContext } from 'react';
import styles from './settings.module.css';
import { matches } from './settings-form.ts';

/** The search text of the settings. */
export const SearchContext = createContext('');

/** The props shared by all rows. */
export interface RowProps {
  readonly label: string;
  readonly hint: string;
  /** The reset button, unless the setting has its default, and what is in force instead of the setting. */
  readonly reset: ReactNode;
}

interface FoundProps {
  readonly texts: readonly string[];
  /** The element: an item inside a list. */
  readonly as?: 'div' | 'li';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Shows its children while the texts contain every word of the search. */
export function Found({ texts, as: Element = 'div', className, children }: FoundProps) {
  if (!matches(useContext(SearchContext), ...texts)) return null;
  return (
    <Element className={className} data-found="">
      {children}
    </Element>
  );
}

/** A group of settings; hidden while the search finds none of them. */
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
  /** Further search words. */
  readonly words: string;
  readonly children: ReactNode;
}

/** A labelled row without an input field. */
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
