import { type KeyboardEvent, useState } from 'react'

export type ComboboxOption = { value: string; label: string }

type ComboboxInput = {
  options: readonly ComboboxOption[]
  value: string
  onValueChange: (value: string) => void
  /** Of the option at a place in the list. */
  optionId: (position: number) => string
}

/** Enough to scroll through; who wants another types more of it. */
const mostShown = 50

/** What is typed, what matches it, and which of that Enter would choose. */
export function useCombobox({ options, value, onValueChange, optionId }: ComboboxInput) {
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
    close: () => setTyped(null),
    chosen: options.find((option) => option.value === value),
  }
}

/** Every word typed must be somewhere in the label. */
function find(options: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return options.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
}
