import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';

/** Copies text to the clipboard; falls back to `execCommand` if the clipboard API is refused. */
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

/** A function that copies text, and a flag that is true for 1.5 s after it has. */
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
