import { type ComponentProps, useId } from 'react'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'id' | 'className'> & { label: string; hint?: string }

/** A checkbox with its label. */
export function Checkbox({ label, hint, ...props }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="inline-flex min-h-10 items-center gap-2.5 font-medium md:min-h-8">
        <input
          {...props}
          id={id}
          type="checkbox"
          className="size-4.5 shrink-0 accent-accent"
          aria-describedby={hint ? `${id}-hint` : undefined}
        />
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
