import { Field, Input } from '#web/ui/field.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'

type AddressFieldProps = {
  label: string
  address: string
  /** Tells it from others of its kind on the same screen, such as the channel's name. */
  of?: string
  hint?: string
}

/** An address to be read and copied, not typed. */
export function AddressField({ label, address, of, hint }: AddressFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <span className="flex gap-1">
          <Input
            {...control}
            aria-required={undefined}
            readOnly
            value={address}
            title={address}
            className="min-w-0"
            onFocus={(event) => event.target.select()}
          />
          <CopyButton text={address} label={`Copy ${label}${of ? ` of ${of}` : ''}`} />
        </span>
      )}
    </Field>
  )
}
