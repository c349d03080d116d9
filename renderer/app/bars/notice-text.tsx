import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/base/button.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import styles from './notice-bars.module.css';

/** The sentence of a bar, in one line; a button shows the rest where it does not fit. */
export function NoticeText({ text }: { readonly text: string }) {
  const line = useRef<HTMLSpanElement>(null);
  const [isCut, setIsCut] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again for another text.
  useLayoutEffect(() => {
    const element = line.current;
    if (!element || isWhole) return;
    const measure = () => setIsCut(element.scrollWidth > element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text, isWhole]);
  return (
    <>
      <span ref={line} className={classNames(styles.text, !isWhole && 'ellipsis')}>
        {text}
      </span>
      {isCut && (
        <Button look="bare" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Less' : 'More'}
        </Button>
      )}
    </>
  );
}
