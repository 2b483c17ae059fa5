import { useState } from 'react'
import { Card } from '#web/ui/card.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

const places = ['Seattle', 'Portland', 'Boise'] as const

export function TabsSection() {
  const [place, setPlace] = useState<(typeof places)[number]>('Seattle')
  return (
    <Card aria-label="Tabs">
      <Tabs
        label="Places"
        value={place}
        onValueChange={setPlace}
        tabs={places.map((name) => ({
          value: name,
          label: name,
          content: <p className="p-4 text-muted md:p-5">What waits in {name}.</p>,
        }))}
      />
    </Card>
  )
}
