import { cx } from 'class-variance-authority'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import * as Radix from 'radix-ui/select'
import type { Ref } from 'react'
import { t } from '#contract/i18n.ts'
import { controlStyles } from './field.tsx'
import { nonce } from './nonce.ts'

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

export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  placeholder = t('Choose…'),
  disabled = false,
  ...trigger
}: SelectProps<Value>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onValueChange(next as Value)} disabled={disabled}>
      <Radix.Trigger
        {...trigger}
        className={cx(
          controlStyles,
          'control flex items-center justify-between gap-2 text-left data-placeholder:text-muted',
        )}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-pop overflow-hidden rounded-lg border bg-raised shadow-overlay"
        >
          <Radix.Viewport nonce={nonce} className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.isDisabled ?? false}
                className="flex min-h-10 cursor-default items-center justify-between gap-4 rounded-md px-2.5 outline-none select-none data-disabled:text-muted data-highlighted:bg-hover md:min-h-8"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Check aria-hidden className="size-4 text-accent" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
