import { t } from '#contract/i18n.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'

type AddressFieldProps = {
  label: string
  address: string
  /** Makes the copy button's name unique on the screen, for example the channel's name. */
  of?: string | undefined
  hint?: string
}

/** A read-only URL with a copy button. */
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
          <CopyButton
            text={address}
            label={t('Copy {label}', { label: of ? t('{label} for {of}', { label, of }) : label })}
          />
        </span>
      )}
    </Field>
  )
}
