import { cx } from 'class-variance-authority'
import type { ChangeEvent } from 'react'
import { t } from '#contract/i18n.ts'

type RowCheckboxProps = {
  /** Such as "order 1042". */
  name: string
  isSelected: boolean
  onToggle: (isRange: boolean) => void
  className?: string
}

/** Selects a card or a row of a table; with Shift, all up to the last one that was clicked. */
export function RowCheckbox({ name, isSelected, onToggle, className }: RowCheckboxProps) {
  return (
    <label className={cx('flex shrink-0 items-center justify-center', className)}>
      <input
        type="checkbox"
        aria-label={t('Select {name}', { name })}
        checked={isSelected}
        onChange={(event) => onToggle(isWithShift(event))}
        className="size-4.5 accent-accent"
      />
    </label>
  )
}

/** A checkbox's change event wraps the click, which knows whether Shift was held. */
const isWithShift = ({ nativeEvent }: ChangeEvent): boolean => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
