/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-has-required-aria-props -- a browser's own select can't be given our look; the menu sets what the roles require */
import { cx } from 'class-variance-authority'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import * as Radix from 'radix-ui/dropdown-menu'
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { controlStyles } from './field.tsx'
import { itemStyles } from './dropdown-menu.tsx'
import './nonce.ts'

type SelectOption<Value extends string> = { value: Value; label: string; isDisabled?: boolean }

type SelectProps<Value extends string> = {
  options: readonly SelectOption<Value>[]
  value: Value | ''
  onValueChange: (value: Value) => void
  placeholder?: string
  id?: string
  disabled?: boolean
  ref?: Ref<HTMLButtonElement>
  onBlur?: () => void
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
}

/**
 * One of a few options. It is a menu with the roles of a select: radix-ui has a select of its own, but the menu is loaded with every
 * screen anyway.
 */
export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  placeholder = t('Choose…'),
  disabled = false,
  ...trigger
}: SelectProps<Value>) {
  const [isOpen, setIsOpen] = useState(false)
  const pointer = useRef('')
  const chosen = options.find((option) => option.value === value)

  /** As a browser's own select does; elsewhere than in forms, letters are keys of the page. */
  function chooseByLetter({ key, ctrlKey, metaKey, altKey, currentTarget }: KeyboardEvent<HTMLButtonElement>) {
    if (!currentTarget.form || key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return
    const matches = options.filter(
      ({ label, isDisabled }) => !isDisabled && label.toLowerCase().startsWith(key.toLowerCase()),
    )
    const next = matches[(matches.findIndex((option) => option.value === value) + 1) % matches.length]
    if (next) onValueChange(next.value)
  }

  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={setIsOpen}>
      <Radix.Trigger
        {...trigger}
        role="combobox"
        aria-haspopup="listbox"
        disabled={disabled}
        data-placeholder={chosen ? undefined : ''}
        // A finger that scrolls the page begins on any control, so only a tap opens it.
        onPointerDown={(event) => {
          pointer.current = event.pointerType
          if (event.pointerType === 'touch') event.preventDefault()
        }}
        onClick={() => pointer.current === 'touch' && setIsOpen(true)}
        onKeyDown={chooseByLetter}
        className={cx(
          controlStyles,
          'control flex items-center justify-between gap-2 text-left data-placeholder:text-muted',
        )}
      >
        <span className="truncate">{chosen ? chosen.label : placeholder}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          role="listbox"
          {...(trigger.id && { 'aria-labelledby': trigger.id })}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-(--radix-dropdown-menu-trigger-width) animate-pop overflow-y-auto rounded-lg border bg-raised p-1 text-ink shadow-overlay"
        >
          {options.map((option) => (
            <Option
              key={option.value}
              option={option}
              isChosen={option === chosen}
              onChoose={() => onValueChange(option.value)}
            />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type OptionProps = { option: SelectOption<string>; isChosen: boolean; onChoose: () => void }

function Option({ option, isChosen, onChoose }: OptionProps) {
  const item = useRef<HTMLDivElement>(null)

  // The list opens at the chosen option. It is in its place only in the next frame.
  useEffect(() => {
    if (!isChosen) return undefined
    item.current?.focus({ preventScroll: true })
    const frame = requestAnimationFrame(() => item.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [isChosen])

  return (
    <Radix.Item
      ref={item}
      role="option"
      aria-selected={isChosen}
      disabled={option.isDisabled ?? false}
      onSelect={() => isChosen || onChoose()}
      className={cx(itemStyles, 'justify-between gap-4')}
    >
      {option.label}
      {isChosen && <Check aria-hidden className="text-accent" />}
    </Radix.Item>
  )
}
