import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Footprints } from 'lucide-react';
import { writePieces } from '../../../exchange/pieces.ts';
import { splitTarget } from '../../../exchange/subject.ts';
import { Button } from '../../../ui/base/button.tsx';
import { Field, Input, Select } from '../../../ui/form/field.tsx';
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx';
import { linksOf, type Relation } from '../model/response.ts';
import { useDraft, useForm, usePieces, useTryIt, useTryItState } from '../model/use-try-it.ts';
import styles from './editors.module.css';
import { beginPage, type PageForm, readPage, writePage } from './page-form.ts';

const pageStyles = [
  { value: 'offset', title: 'Offset' },
  { value: 'page', title: 'Page' },
  { value: 'cursor', title: 'Cursor' },
  { value: 'time', title: 'Time' },
  { value: 'since', title: 'Since id' },
] as const;

/** The page parameters in the five pagination styles, and links to other pages. */
export function PageEditor() {
  const [pieces, write] = usePieces();
  const [form, hold] = useForm(writePieces(pieces), () => readPage(pieces));
  const set = (next: PageForm) => {
    const written = writePage(pieces, next);
    hold(next, writePieces(written));
    write(written);
  };
  return (
    <section className={styles.block} aria-label="Page">
      <SegmentedControl
        label="Pagination style"
        options={pageStyles}
        chosen={form.style === 'mixed' ? 'offset' : form.style}
        onChoose={(style) => set(beginPage(style, form, Date.now()))}
      />
      {/* Above the fields, whose number depends on the style: in reach where the pane is low. */}
      <PageLinks />
      {form.style === 'mixed' ? (
        <p className={styles.word} role="alert">
          {form.names.join(' and ')} belong to different styles, and the mock refuses the combination. Choose one style
          above.
        </p>
      ) : (
        <PageFields form={form} onChange={set} />
      )}
    </section>
  );
}

interface PageFieldsProps {
  readonly form: PageForm;
  readonly onChange: (form: PageForm) => void;
}

/** The fields of each style whose parameters need no conversion. */
const pageFields = {
  offset: [
    { field: 'limit', label: 'limit' },
    { field: 'offset', label: 'offset', hint: 'Records to skip. Inserts and deletes before the page shift it.' },
  ],
  page: [
    { field: 'page', label: 'page', hint: 'Starts at 1. A page after the last one is empty.' },
    { field: 'perPage', label: 'per_page' },
  ],
  cursor: [
    { field: 'limit', label: 'limit' },
    {
      field: 'cursor',
      label: 'cursor',
      hint: 'Leave it empty to start; each response has the next cursor. A cursor is valid only with its filter and sort.',
    },
  ],
  since: [
    { field: 'limit', label: 'limit' },
    {
      field: 'sinceId',
      label: 'since_id',
      hint: 'The last id you have seen, even if that record has been deleted. Leave it empty to start.',
    },
  ],
} as const;

function PageFields({ form, onChange }: PageFieldsProps) {
  if (form.style === 'time') return <TimeFields form={form} onChange={onChange} />;
  const values: Readonly<Record<string, string>> = form;
  return pageFields[form.style].map(({ field, label, ...hint }) => (
    <Text
      key={field}
      label={label}
      {...hint}
      value={values[field] ?? ''}
      onChange={(value) => onChange({ ...form, [field]: value })}
    />
  ));
}

type TimeForm = Extract<PageForm, { style: 'time' }>;

function TimeFields({ form, onChange }: { readonly form: TimeForm; readonly onChange: (form: PageForm) => void }) {
  const iso = form.unit === 'iso';
  const convert = (text: string) => {
    const time = iso ? Date.parse(text) / 1000 : Number(text) * 1000;
    if (text === '' || !Number.isFinite(time)) return '';
    return iso ? String(Math.floor(time)) : `${new Date(time).toISOString().slice(0, 19)}Z`;
  };
  return (
    <>
      <Field label="Format">
        {(wiring) => (
          <Select
            {...wiring}
            value={form.unit}
            onChange={() =>
              onChange({ ...form, unit: iso ? 'seconds' : 'iso', from: convert(form.from), to: convert(form.to) })
            }
          >
            <option value="iso">start_time and end_time, ISO 8601</option>
            <option value="seconds">from and to, seconds since 1970</option>
          </Select>
        )}
      </Field>
      <Text
        label={iso ? 'start_time' : 'from'}
        hint="Inclusive."
        value={form.from}
        onChange={(from) => onChange({ ...form, from })}
      />
      <Text
        label={iso ? 'end_time' : 'to'}
        hint="Exclusive."
        value={form.to}
        onChange={(to) => onChange({ ...form, to })}
      />
      <Text label="limit" value={form.limit} onChange={(limit) => onChange({ ...form, limit })} />
    </>
  );
}

interface TextProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Text({ label, hint, value, onChange }: TextProps) {
  return (
    <Field label={label} hint={hint}>
      {(wiring) => <Input {...wiring} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />}
    </Field>
  );
}

const relations = [
  { relation: 'first', title: 'First', icon: ChevronFirst },
  { relation: 'prev', title: 'Previous', icon: ChevronLeft },
  { relation: 'next', title: 'Next', icon: ChevronRight },
  { relation: 'last', title: 'Last', icon: ChevronLast },
] as const satisfies readonly { relation: Relation; title: string; icon: unknown }[];

/** The links of the last response, and a button that crawls all pages. */
export function PageLinks() {
  const tryIt = useTryIt();
  const draft = useDraft();
  const shown = useTryItState((state) => state.shown);
  const isSending = useTryItState(({ awaited }) => awaited !== null);
  const crawl = useTryItState((state) => state.crawl);
  const response =
    shown && splitTarget(shown.draft.target).path === splitTarget(draft.target).path ? shown.sent.response : null;
  const links = response ? linksOf(response) : {};
  const follow = (target: string) => {
    tryIt.edit({ target });
    void tryIt.send();
  };
  return (
    <div className={styles.links}>
      {relations.map(({ relation, title, icon }) => {
        const target = links[relation];
        return (
          <Button
            key={relation}
            icon={icon}
            isBusy={isSending}
            why={target === undefined && 'The last response has no such link.'}
            onClick={() => target && follow(target)}
          >
            {title}
          </Button>
        );
      })}
      <Button icon={Footprints} isBusy={crawl !== null && crawl.end === null} onClick={() => void tryIt.crawlAll()}>
        Crawl all
      </Button>
      {!response && !crawl && <p className={styles.hint}>Send the request to get links to the other pages.</p>}
    </div>
  );
}
