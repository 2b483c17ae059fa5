import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'

type Tab<Value extends string> = { value: Value; label: ReactNode; content: ReactNode }

type TabsProps<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  /**
   * Whether a tab must be pressed. Otherwise one that merely gets the focus is shown, also when the focus comes back to
   * it from the question whether the present one may be left.
   */
  isChosenByPress?: boolean
}

/** Only the chosen tab's content is there; arrow keys move along the list. */
export function Tabs<Value extends string>({ label, tabs, value, onValueChange, ...how }: TabsProps<Value>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      activationMode={how.isChosenByPress ? 'manual' : 'automatic'}
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
