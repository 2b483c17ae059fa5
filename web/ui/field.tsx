import { cx } from 'class-variance-authority'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { t } from '#contract/i18n.ts'

type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

type FieldProps = {
  label: string
  hint?: string | undefined
  /** For a hint that warns. */
  isHintDangerous?: boolean
  error?: string | undefined
  isOptional?: boolean
  children: (control: FieldControl) => ReactNode
}

/** Label, hint and error of one control. The control spreads the props that it is given. */
export function Field({ label, hint, isHintDangerous = false, error, isOptional = false, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ')

  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label} {isOptional && <span className="font-normal text-muted">{t('(optional)')}</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': isOptional ? undefined : true,
      })}
      {hint && (
        <p id={hintId} className={cx('text-sm', isHintDangerous ? 'text-danger' : 'text-muted')}>
          {hint}
        </p>
      )}
      <div aria-live="polite">
        {error && (
          <p id={errorId} className="flex items-start gap-1.5 text-sm text-danger">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </div>
  )
}

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return <input {...props} type={type} className={cx(controlStyles, 'control', className)} />
}

export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...props} rows={rows} className={cx(controlStyles, 'py-2', className)} />
}

/** Styles of inputs. 16 px on phones, because iOS zooms into smaller inputs. */
export const controlStyles = cx(
  'w-full rounded-md border border-line-strong bg-raised px-3 text-lg text-ink md:text-base',
  'transition-colors hover:border-muted disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
  '-outline-offset-1 aria-invalid:border-danger',
)
