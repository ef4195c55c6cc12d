import { expect, it } from 'vitest'
import { watchContacts, type ContactStep } from '../../core/platform/index.ts'
import { tellUpdateContacts } from './update-contacts.ts'

it('tells which hosts newer versions are looked for at, and nothing of the address but that', () => {
  const heard: ContactStep[] = []
  const undo = watchContacts((step) => heard.push(step))
  const url = 'https://releases.example:8443/latest.yml?token=secret'
  tellUpdateContacts({
    onSendHeaders: (listener) => listener({ url }),
    onCompleted: (listener) => listener({ url, statusCode: 404 }),
    onErrorOccurred: (listener) => listener({ url }),
  })
  undo()
  const contact = { host: 'releases.example:8443', purpose: 'updates' }
  expect(heard).toEqual([
    { ...contact, outcome: 'waiting', status: null },
    { ...contact, outcome: 'answered', status: 404 },
    { ...contact, outcome: 'failed', status: null },
  ])
})
