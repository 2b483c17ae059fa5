import { type ComponentType, useId } from 'react'

type IconChoice<Value extends string> = { value: Value; label: string; Icon: ComponentType<{ className?: string }> }

type IconChoicesProps<Value extends string> = {
  label: string
  choices: readonly IconChoice<Value>[]
  value: Value
  onValueChange: (value: Value) => void
}

/** A few alternatives side by side, each shown by an icon or two letters: the theme, cards or a table, the language. */
export function IconChoices<Value extends string>({ label, choices, value, onValueChange }: IconChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset className="inline-flex rounded-lg border bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value: choice, label: choiceLabel, Icon }) => (
        <label
          key={choice}
          title={choiceLabel}
          className="flex size-10 cursor-pointer items-center justify-center rounded-md text-sm text-muted transition-colors hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-accent md:size-8"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={value === choice}
            onChange={() => onValueChange(choice)}
          />
          <Icon aria-hidden className="size-4" />
          <span className="sr-only">{choiceLabel}</span>
        </label>
      ))}
    </fieldset>
  )
}
