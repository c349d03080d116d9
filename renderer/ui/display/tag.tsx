import { CircleAlert, CircleCheck, CircleSlash, CircleX, CornerDownRight, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './tag.module.css';

/** The meaning of a colour. */
export type Tone = 'neutral' | 'good' | 'info' | 'warn' | 'bad' | 'changed';

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: LucideIcon;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A word on a coloured background. */
export function Badge({ tone = 'neutral', icon: Icon, title, children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone])} title={title}>
      {Icon && <Icon aria-hidden />}
      {children}
    </span>
  );
}

const methodTones: Readonly<Record<string, Tone>> = { POST: 'good', PUT: 'warn', PATCH: 'changed', DELETE: 'bad' };

/** A request method; only methods that write have a colour. */
export function MethodTag({ method }: { readonly method: string }) {
  return <span className={classNames(styles.method, styles[`${methodTones[method] ?? 'neutral'}Text`])}>{method}</span>;
}

interface StatusLook {
  readonly tone: Tone;
  readonly icon: LucideIcon;
}

function statusLook(status: number): StatusLook {
  if (status >= 500) return { tone: 'bad', icon: CircleX };
  if (status >= 400) return { tone: 'warn', icon: CircleAlert };
  if (status >= 300) return { tone: 'info', icon: CornerDownRight };
  if (status >= 200) return { tone: 'good', icon: CircleCheck };
  return { tone: 'info', icon: Info };
}

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  301: 'Moved',
  302: 'Found',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Type',
  421: 'Misdirected',
  422: 'Unprocessable',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Headers Too Large',
  500: 'Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Unavailable',
  504: 'Gateway Timeout',
};

interface StatusTagProps {
  /** Null means no response. */
  readonly status: number | null;
  /** Shows the code without its reason phrase. */
  readonly isBrief?: boolean;
}

/** A status code with icon, colour and reason phrase. */
export function StatusTag({ status, isBrief = false }: StatusTagProps) {
  const { tone, icon: Icon } = status === null ? { tone: 'neutral' as const, icon: CircleSlash } : statusLook(status);
  return (
    <span className={classNames(styles.status, isBrief && styles.brief, styles[`${tone}Text`])}>
      <Icon aria-hidden />
      {status === null ? <span className={styles.reason}>{isBrief ? 'none' : 'no response'}</span> : <b>{status}</b>}
      {status !== null && <span className={isBrief ? 'unseen' : styles.reason}>{reasons[status] ?? ''}</span>}
    </span>
  );
}
