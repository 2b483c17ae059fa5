import type { ChangeEvent } from 'react'

type SelectOrderProps = { name: string; isSelected: boolean; onToggle: (isRange: boolean) => void }

export function SelectOrder({ name, isSelected, onToggle }: SelectOrderProps) {
  return (
    <label className="-m-3 flex size-10 shrink-0 items-center justify-center md:-m-2 md:size-9">
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={isSelected}
        onChange={(event) => onToggle(isWithShift(event))}
        className="size-4.5 accent-accent"
      />
    </label>
  )
}

/** A checkbox changes by a click, which knows whether Shift was held. */
const isWithShift = ({ nativeEvent }: ChangeEvent): boolean => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
