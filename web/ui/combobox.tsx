/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a browser's own datalist offers nothing once a value stands in the box; keys are pressed in the box, which keeps the focus */
import { cx } from 'class-variance-authority'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { controlStyles } from './field.tsx'

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

/** One of many options, found by typing a part of its label. On blur, text chooses the option that it names or alone fits, else it is dropped. */
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
          box.settle()
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
          aria-label={t('Matches')}
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
          {isCut && <p className="px-2.5 py-1.5 text-sm text-muted">{t('Type to find more.')}</p>}
          {matches.length === 0 && (
            <p className="px-2.5 py-1.5 text-muted">{t('Nothing matches “{typed}”.', { typed: typed ?? '' })}</p>
          )}
        </div>
      )}
    </div>
  )
}

type ComboboxOption = { value: string; label: string; otherNames?: readonly string[] }

type ComboboxInput = {
  options: readonly ComboboxOption[]
  value: string
  onValueChange: (value: string) => void
  /** DOM id of the option at a position. */
  optionId: (position: number) => string
}

/** Options shown at most; typing more narrows the list. */
const mostShown = 50

/** State of the combobox: the typed text, the matching options, and the active one, which Enter chooses. */
function useCombobox({ options, value, onValueChange, optionId }: ComboboxInput) {
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const isOpen = typed !== null
  const found = isOpen ? find(options, typed) : []
  const matches = found.slice(0, mostShown)

  function search(text: string) {
    setTyped(text)
    setActive(0)
  }

  function choose(option: ComboboxOption | undefined) {
    if (option) onValueChange(option.value)
    setTyped(null)
  }

  function settle() {
    const [first, second] = matches
    const isMeant = typed?.trim() && first && (!second || isNamed(first, typed.trim().toLowerCase()))
    choose(isMeant ? first : undefined)
  }

  function move(by: number) {
    if (!isOpen) return search('')
    const next = Math.min(Math.max(active + by, 0), matches.length - 1)
    setActive(next)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }

  function press(event: KeyboardEvent) {
    const handlers: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: isOpen ? () => choose(matches[active]) : undefined,
      Escape: isOpen ? () => setTyped(null) : undefined,
    }
    const handler = handlers[event.key]
    if (!handler) return
    event.preventDefault()
    event.stopPropagation()
    handler()
  }

  return {
    typed,
    isOpen,
    matches,
    isCut: found.length > matches.length,
    active,
    setActive,
    search,
    choose,
    press,
    settle,
    chosen: options.find((option) => option.value === value),
  }
}

/** Options whose label contains every typed word: first the one that the text names, then those that begin with it. */
function find(options: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  const text = typed.trim().toLowerCase()
  if (text === '') return options
  const words = text.split(/\s+/)
  const rankOf = (option: ComboboxOption): number => {
    if (isNamed(option, text)) return 0
    return option.label.toLowerCase().startsWith(text) ? 1 : 2
  }
  const isMatch = (option: ComboboxOption) =>
    isNamed(option, text) || words.every((word) => option.label.toLowerCase().includes(word))
  return options.filter(isMatch).toSorted((one, other) => rankOf(one) - rankOf(other))
}

const isNamed = ({ value, label, otherNames = [] }: ComboboxOption, text: string): boolean =>
  [value, label, ...otherNames].some((name) => name.toLowerCase() === text)
