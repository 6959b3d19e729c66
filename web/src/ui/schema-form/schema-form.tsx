import { useId } from 'react';
import type { Field } from './schema-fields.ts';

interface SchemaFormProps {
  readonly fields: readonly Field[];
  readonly written: Readonly<Record<string, string>>;
  readonly onChange: (written: Readonly<Record<string, string>>) => void;
}

/** A field for each thing that is asked for. */
export function SchemaForm({ fields, written, onChange }: SchemaFormProps) {
  const id = useId();
  return (
    <div className="schema-form">
      {fields.map((field) => (
        <div className="field" key={field.name}>
          <label htmlFor={`${id}-${field.name}`}>
            <span className="mono">{field.name}</span> {field.isRequired ? '' : <span className="faint">may be empty</span>}
          </label>
          <Control field={field} id={`${id}-${field.name}`} value={written[field.name] ?? ''} onValue={(value) => onChange({ ...written, [field.name]: value })} />
          {field.says !== '' && <span className="faint small">{field.says}</span>}
        </div>
      ))}
    </div>
  );
}

interface ControlProps {
  readonly field: Field;
  readonly id: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function Control({ field, id, value, onValue }: ControlProps) {
  const common = { id, className: 'input mono', value, spellCheck: false };
  const options = field.kind === 'flag' ? ['true', 'false'] : field.choices;
  switch (field.kind) {
    case 'flag':
    case 'choice':
      return (
        <select {...common} onChange={(event) => onValue(event.target.value)}>
          {!field.isRequired && <option value="">left out</option>}
          {options.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      );
    case 'long_text':
    case 'json':
      return <textarea {...common} rows={Math.min(14, value.split('\n').length + 1)} onChange={(event) => onValue(event.target.value)} />;
    default:
      return <input {...common} inputMode={field.kind === 'text' ? 'text' : 'decimal'} onChange={(event) => onValue(event.target.value)} />;
  }
}
