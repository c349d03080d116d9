import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Shortcut } from './kbd.tsx';
import styles from './tooltip.module.css';
import { besideOf, type Side } from './tooltip-place.ts';

/** Milliseconds that the pointer rests on a control before its tooltip opens. */
const delay = 600;
/** Milliseconds after a tooltip closed in which the next one opens at once. */
const skipDelay = 300;

/**
 * The attributes of a control with a tooltip: its purpose and its shortcut. `right` suits a column of controls, whose
 * neighbours are above and below.
 */
export function tip(text: string | false | undefined, shortcut?: string, side: Side = 'top') {
  return text ? { 'data-tip': text, 'data-tip-keys': shortcut, 'data-tip-side': side } : undefined;
}

/** Shows the tooltips of the whole page, one at a time; the pointer passes through them. */
export function Tooltips() {
  const [control, setControl] = useState<HTMLElement | null>(null);
  useEffect(() => watchTips(document, setControl), []);
  return control && <Tooltip key={control.dataset.tip} control={control} />;
}

function Tooltip({ control }: { readonly control: HTMLElement }) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const { tip: text, tipKeys: shortcut, tipSide: side } = control.dataset;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    const { left, top } = besideOf(
      control.getBoundingClientRect(),
      { width, height },
      side === 'right' ? side : 'top',
      {
        width: window.innerWidth,
        height: window.innerHeight,
      },
      controlsAround(control),
    );
    element.style.translate = `${left}px ${top}px`;
    const before = control.getAttribute('aria-describedby');
    control.setAttribute('aria-describedby', before === null ? id : `${before} ${id}`);
    return () => {
      if (before === null) control.removeAttribute('aria-describedby');
      else control.setAttribute('aria-describedby', before);
    };
  }, [control, side, id]);
  return createPortal(
    <div ref={box} id={id} role="tooltip" className={styles.tooltip}>
      {text}
      {shortcut && <Shortcut keys={shortcut} />}
    </div>,
    // Nothing outside of a modal dialog can be seen above it.
    control.closest('dialog') ?? document.querySelector('main') ?? document.body,
  );
}

/** Where the other controls are, at which people may aim next. */
function controlsAround(control: HTMLElement): readonly DOMRect[] {
  const others = (control.closest('dialog') ?? document).querySelectorAll('a[href], button, input, select, textarea');
  return [...others]
    .filter((other) => !other.contains(control) && !control.contains(other) && other.checkVisibility())
    .map((other) => other.getBoundingClientRect());
}

/**
 * Calls `onControl` with the control whose tooltip is to be shown, and with null for none: after the pointer has rested on it,
 * or when the keyboard focuses it. A press, a key and scrolling close the tooltip. Returns a function that ends it.
 */
function watchTips(page: Document, onControl: (control: HTMLElement | null) => void): () => void {
  /** The control under the pointer, or the one with the focus. */
  let here: HTMLElement | null = null;
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closedAt = Number.NEGATIVE_INFINITY;

  const close = () => {
    clearTimeout(timer);
    if (isOpen) closedAt = performance.now();
    isOpen = false;
    onControl(null);
  };
  const open = () => {
    isOpen = true;
    onControl(here);
  };
  const enter = (control: HTMLElement | null, wait: number) => {
    if (control === here) return;
    close();
    here = control;
    if (control === null) return;
    if (performance.now() - closedAt < skipDelay) open();
    else timer = setTimeout(open, wait);
  };
  const onOver = ({ target, pointerType }: PointerEvent) => pointerType === 'mouse' && enter(controlOf(target), delay);
  const onLeave = () => enter(null, 0);
  const onFocus = ({ target }: FocusEvent) => {
    enter(target instanceof Element && target.matches(':focus-visible') ? controlOf(target) : null, 0);
  };
  const ending = new AbortController();
  const { signal } = ending;
  page.addEventListener('pointerover', onOver, { signal });
  page.documentElement.addEventListener('pointerleave', onLeave, { signal });
  page.addEventListener('focusin', onFocus, { signal });
  page.addEventListener('focusout', onLeave, { signal });
  for (const event of ['pointerdown', 'keydown', 'scroll']) {
    page.addEventListener(event, close, { signal, capture: true, passive: true });
  }
  return () => {
    close();
    ending.abort();
  };
}

function controlOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
}
