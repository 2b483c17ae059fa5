import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'

type Tab<Value extends string> = { value: Value; label: ReactNode; content: ReactNode }

type TabsProps<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  /**
   * Manual activation: a tab must be pressed. With automatic activation a tab is shown when it gets the focus, also
   * when the focus returns to it from the dialog that asks about unsaved changes.
   */
  isChosenByPress?: boolean
}

/** Only the content of the active tab is mounted. Arrow keys move between tabs. */
export function Tabs<Value extends string>({ label, tabs, value, onValueChange, ...options }: TabsProps<Value>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      activationMode={options.isChosenByPress ? 'manual' : 'automatic'}
    >
      <Radix.List aria-label={label} className="flex flex-wrap gap-x-1 border-b px-1.5">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-10 border-b-2 border-transparent px-2.5 font-medium text-muted -outline-offset-2 transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="-outline-offset-2">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
