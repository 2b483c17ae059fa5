import * as Radix from 'radix-ui/switch'
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
export function Switch({ label, hint, ...props }: SwitchProps) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div>
      <div className="flex min-h-10 items-center gap-3 md:min-h-8">
        <Radix.Root
          {...props}
          id={id}
          aria-describedby={hint ? hintId : undefined}
          className="group relative h-6 w-10 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors before:absolute before:-inset-2 disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
        >
          <Radix.Thumb className="block size-4 translate-x-1 rounded-full bg-line-strong transition-transform group-data-[state=checked]:translate-x-4.5 group-data-[state=checked]:bg-on-accent forced-colors:bg-[ButtonText]" />
        </Radix.Root>
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
