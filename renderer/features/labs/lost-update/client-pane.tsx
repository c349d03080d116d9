import { Download, Send } from 'lucide-react';
import { useId } from 'react';
import { useStore } from 'zustand';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import { findLostUpdates } from '../../../../server/domain/labs/lost-update.ts';
import { Button } from '../../../ui/base/button.tsx';
import { classNames } from '../../../ui/base/class-names.ts';
import { Badge } from '../../../ui/display/tag.tsx';
import { Input, Select } from '../../../ui/form/field.tsx';
import styles from './lost-update.module.css';
import type { LostUpdateLab } from './lost-update-lab.ts';
import { type LabClient, listedValues } from './played-edits.ts';

interface ClientPaneProps {
  readonly lab: LostUpdateLab;
  readonly client: LabClient;
}

/** One client: the record as it read it, its edits, and its two requests. */
export function ClientPane({ lab, client }: ClientPaneProps) {
  const { clients, method, fields, waiting, isPlaying, isOver, requests } = useStore(lab.store);
  const { known, edits } = clients[client];
  const lost = lostFields(requests, client, known?.record ?? null);
  const key = fields?.definition.key;
  return (
    <section className={classNames(styles.client, styles[client])} aria-label={client}>
      <header className="line">
        <span className={styles.avatar} aria-hidden>
          {client[0]}
        </span>
        <h2>{client}</h2>
        <span className={styles.version}>{known ? `has version ${known.version}` : 'has read nothing'}</span>
      </header>
      <div className={classNames('line', styles.buttons)}>
        <Button
          icon={Download}
          why={isPlaying && 'Pause the play first.'}
          isBusy={waiting.includes(client)}
          onClick={() => void lab.read(client)}
        >
          Read
        </Button>
        <Button
          icon={Send}
          why={isPlaying ? 'Pause the play first.' : (isOver || known === null) && 'Read the record first.'}
          isBusy={waiting.includes(client)}
          onClick={() => void lab.write(client)}
        >
          {`Write (${method})`}
        </Button>
      </div>
      {known ? (
        <dl className={styles.fields}>
          {Object.entries(known.record).map(([name, value]) => (
            <FieldRow
              key={name}
              client={client}
              name={name}
              value={edits[name] ?? value}
              isEdited={Object.hasOwn(edits, name)}
              isLost={lost.has(name)}
              listed={listedValues(fields?.definition.schema ?? null, name)}
              isFixed={name === key || isPlaying || isOver}
              onEdit={(next) => lab.edit(client, name, next)}
            />
          ))}
        </dl>
      ) : (
        <p className={styles.none}>Read the record to edit it.</p>
      )}
    </section>
  );
}

/** The members of a client whose changes others undid, while the record still lacks them. */
function lostFields(
  requests: Parameters<typeof findLostUpdates>[0],
  client: LabClient,
  record: JsonObject | null,
): ReadonlySet<string> {
  const members = findLostUpdates(requests).flatMap((update) => update.members);
  const own = members.filter(
    ({ name, victim, lost }) => victim.client === client && JSON.stringify(record?.[name]) !== JSON.stringify(lost),
  );
  return new Set(own.map(({ name }) => name));
}

interface FieldRowProps {
  readonly client: string;
  readonly name: string;
  readonly value: Json;
  readonly isEdited: boolean;
  readonly isLost: boolean;
  readonly isFixed: boolean;
  readonly listed: readonly Json[] | null;
  readonly onEdit: (value: Json) => void;
}

function FieldRow(props: FieldRowProps) {
  const { client, name, value, isEdited, isLost, isFixed, listed, onEdit } = props;
  const id = useId();
  return (
    <div className={classNames(styles.field, isEdited && styles.edited, isLost && styles.lost)}>
      <dt>
        <label htmlFor={id}>{name}</label>
        {isEdited && <Badge tone="changed">edited</Badge>}
        {isLost && <Badge tone="bad">lost</Badge>}
      </dt>
      <dd>
        <ValueEditor
          id={id}
          label={`${client}'s ${name}`}
          value={value}
          isFixed={isFixed}
          listed={listed}
          onEdit={onEdit}
        />
      </dd>
    </div>
  );
}

interface ValueEditorProps extends Pick<FieldRowProps, 'value' | 'isFixed' | 'listed' | 'onEdit'> {
  readonly id: string;
  readonly label: string;
}

/** Edits a text, a number, a boolean or a listed value; everything else is only shown. */
function ValueEditor({ id, label, value, isFixed, listed, onEdit }: ValueEditorProps) {
  const choices = listed ?? (typeof value === 'boolean' ? [true, false] : null);
  if (choices) {
    return (
      <Select
        id={id}
        aria-label={label}
        value={JSON.stringify(value)}
        disabled={isFixed}
        onChange={({ currentTarget }) => onEdit(JSON.parse(currentTarget.value) as Json)}
      >
        {choices.map((choice) => (
          <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
            {String(choice)}
          </option>
        ))}
      </Select>
    );
  }
  const isNumber = typeof value === 'number';
  const isText = typeof value === 'string';
  return (
    <Input
      id={id}
      aria-label={label}
      type={isNumber ? 'number' : 'text'}
      step="any"
      readOnly={isFixed || !(isNumber || isText)}
      value={isText || isNumber ? value : JSON.stringify(value)}
      onChange={({ currentTarget }) => {
        if (isText) onEdit(currentTarget.value);
        else if (currentTarget.value !== '' && Number.isFinite(currentTarget.valueAsNumber)) {
          onEdit(currentTarget.valueAsNumber);
        }
      }}
    />
  );
}
