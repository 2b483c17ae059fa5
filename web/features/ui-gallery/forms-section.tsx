import { useState } from 'react'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { GallerySection } from './gallery-section.tsx'

const fruits = [
  { value: 'apple', label: 'Apple' },
  { value: 'pear', label: 'Pear' },
  { value: 'quince', label: 'Quince', isDisabled: true },
] as const

export function FormsSection() {
  const [fruit, setFruit] = useState<(typeof fruits)[number]['value'] | ''>('')
  const choose = (value: string) => setFruit(fruits.find((one) => one.value === value)?.value ?? '')
  const [isRipe, setIsRipe] = useState(true)
  return (
    <GallerySection title="Forms">
      <div className="grid w-full gap-4 md:grid-cols-2">
        <Field label="Name" hint="As it stands on the invoice.">
          {(control) => <Input {...control} defaultValue="Ana Ruiz" />}
        </Field>
        <Field label="Email" error="Enter an address such as ana@example.com.">
          {(control) => <Input {...control} type="email" defaultValue="ana@" />}
        </Field>
        <Field label="Fruit">
          {(control) => <Select {...control} options={fruits} value={fruit} onValueChange={setFruit} />}
        </Field>
        <Field label="Fruit of any kind">
          {(control) => <Combobox {...control} options={fruits} value={fruit} onValueChange={choose} />}
        </Field>
        <Field label="Locked">{(control) => <Input {...control} disabled defaultValue="Can't be changed" />}</Field>
        <Field label="Address" isOptional>
          {(control) => <Textarea {...control} placeholder="Street, city, postal code" />}
        </Field>
        <div className="grid gap-2">
          <Switch label="Ripe" hint="Ready to eat." checked={isRipe} onCheckedChange={setIsRipe} />
          <Switch label="Locked" disabled checked={false} onCheckedChange={() => undefined} />
          <Checkbox label="Organic" hint="As the certificate says." />
        </div>
      </div>
      <div className="grid w-full gap-4 md:grid-cols-2">
        <FilePicker label="Choose a list" hint="Or drop it here." accept=".csv" onPick={() => undefined} />
        <FilePicker
          label="Choose a list"
          hint="Or drop it here."
          accept=".csv"
          onPick={() => undefined}
          blockedReason="Another list is being read."
        />
      </div>
    </GallerySection>
  )
}
