/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a browser's own datalist offers nothing once a value stands in the box; keys are pressed in the box, which keeps the focus */
import { cx } from 'class-variance-authority'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type Ref, useId } from 'react'
import { controlStyles } from './control-look.ts'
import { type ComboboxOption, useCombobox } from './use-combobox.ts'

type ComboboxProps = {
  options: readonly ComboboxOption[]
  value: string
  onValueChange: (value: string) => void
  id: string
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
  onBlur?: () => void
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
}

/** One of many options, found by typing a part of its label. What is typed and not chosen is forgotten on leaving. */
export function Combobox({ options, value, onValueChange, disabled = false, onBlur, ...control }: ComboboxProps) {
  const listId = useId()
  const optionId = (position: number) => `${listId}-${position}`
  const box = useCombobox({ options, value, onValueChange, optionId })
  const { typed, isOpen, matches, isCut, active, chosen } = box

  return (
    <div className="relative">
      <input
        {...control}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={matches.length > 0 ? optionId(active) : undefined}
        disabled={disabled}
        value={typed ?? chosen?.label ?? value}
        placeholder={chosen?.label}
        onChange={(event) => box.search(event.target.value)}
        onClick={() => isOpen || box.search('')}
        onKeyDown={box.press}
        onBlur={() => {
          box.close()
          onBlur?.()
        }}
        className={cx(controlStyles, 'control truncate pr-9')}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label="Matches"
          tabIndex={-1}
          // Pressing on the list must not take the focus from the box, which would close it.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 animate-pop overflow-y-auto rounded-lg border bg-raised p-1 shadow-overlay"
        >
          {matches.map((option, position) => (
            <div
              key={option.value}
              id={optionId(position)}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value}
              data-highlighted={position === active ? '' : undefined}
              onClick={() => box.choose(option)}
              onMouseMove={() => box.setActive(position)}
              className="flex min-h-10 items-center justify-between gap-4 rounded-md px-2.5 select-none data-highlighted:bg-hover md:min-h-8"
            >
              {option.label}
              {option.value === value && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
            </div>
          ))}
          {isCut && <p className="px-2.5 py-1.5 text-sm text-muted">Type to find more.</p>}
          {matches.length === 0 && <p className="px-2.5 py-1.5 text-muted">Nothing matches “{typed}”.</p>}
        </div>
      )}
    </div>
  )
}
