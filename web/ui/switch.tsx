import { type Ref, useId } from 'react'

type SwitchProps = {
  label: string
  hint?: string
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  name?: string
  onBlur?: () => void
  ref?: Ref<HTMLButtonElement>
}

/** An on/off switch with its label. */
export function Switch({ label, hint, checked, onCheckedChange, ...props }: SwitchProps) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div>
      <div className="flex min-h-10 items-center gap-3 md:min-h-8">
        <button
          {...props}
          type="button"
          role="switch"
          id={id}
          aria-checked={checked}
          aria-describedby={hint ? hintId : undefined}
          onClick={() => onCheckedChange(!checked)}
          className="group relative h-6 w-10 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors before:absolute before:-inset-2 disabled:opacity-55 aria-checked:border-accent aria-checked:bg-accent"
        >
          <span className="block size-4 translate-x-1 rounded-full bg-line-strong transition-transform group-aria-checked:translate-x-4.5 group-aria-checked:bg-on-accent forced-colors:bg-[ButtonText]" />
        </button>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
      </div>
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
