import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';

/** Puts text on the clipboard. Where the clipboard's own interface is refused, the older way by selection still works. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const holder = document.createElement('textarea');
    holder.value = text;
    holder.className = 'unseen';
    (document.querySelector('dialog[open]') ?? document.body).append(holder);
    holder.select();
    document.execCommand('copy');
    holder.remove();
  }
}

/** Copies, and is true for a moment after it has. */
export function useCopy(): readonly [copied: boolean, copy: (text: string) => void] {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = (text: string) => {
    void copyText(text).then(() => {
      setCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied(false), 1500);
    });
  };
  return [copied, copy];
}

export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
  const [copied, copy] = useCopy();
  return <IconButton label={copied ? 'Copied' : label} icon={copied ? Check : Copy} onClick={() => copy(text())} />;
}
