import { describe, expect, it } from 'vitest'
import { endpointFaults, freeName, keyFault, suggestName } from './endpoint.ts'

const good = { baseUrl: 'https://llm.example.com/v1', model: 'm-1', name: 'example', key: '' }
const strict = { taken: ['claude'], vendorDefaults: false }

describe('an endpoint somebody typed', () => {
  it('is accepted when every field can be used, with or without a key', () => {
    expect(endpointFaults(good, strict)).toEqual({})
    expect(endpointFaults({ ...good, baseUrl: '  http://127.0.0.1:8080/v1 ', key: ' sk-1 ' }, strict)).toEqual({})
  })

  it('names the fault of each field at once', () => {
    expect(endpointFaults({ baseUrl: '', model: ' ', name: 'two:words', key: 'sk 1' }, strict)).toEqual({
      baseUrl: 'addressMissing',
      model: 'modelMissing',
      name: 'nameBad',
      key: 'keyBlank',
    })
  })

  it.each([
    ['llm.example.com/v1', 'addressBad'],
    ['ftp://llm.example.com', 'addressBad'],
    ['https:/llm.example.com', 'addressBad'],
    ['javascript:alert(1)', 'addressBad'],
    ['https://me:secret@llm.example.com', 'addressUser'],
    ['https://llm.example.com/v1?key=1', 'addressQuery'],
    ['https://llm.example.com/v1#x', 'addressQuery'],
  ])('does not take %s', (baseUrl, fault) => {
    expect(endpointFaults({ ...good, baseUrl }, strict)).toEqual({ baseUrl: fault })
  })

  it('may leave address and model to the vendor where the vendor has its own', () => {
    expect(endpointFaults({ ...good, baseUrl: '', model: '' }, { taken: [], vendorDefaults: true })).toEqual({})
  })

  it('may not take the name of another provider', () => {
    expect(endpointFaults({ ...good, name: 'claude' }, strict)).toEqual({ name: 'nameTaken' })
  })
})

it('a key with a blank or line break inside is caught, one with blanks around it is not', () => {
  expect([keyFault('sk-a\nsk-b'), keyFault('\tsk-a \n'), keyFault('')]).toEqual(['keyBlank', undefined, undefined])
})

it.each([
  ['https://api.deepseek.com/v1', 'deepseek'],
  ['https://openrouter.ai/api/v1', 'openrouter'],
  ['http://localhost:8000/v1', 'local'],
  ['http://192.168.1.7:1234', 'local'],
  ['http://box:8000', 'box'],
  ['not an address', 'endpoint'],
  ['', 'endpoint'],
])('%s suggests the name %s', (address, name) => {
  expect(suggestName(address, 'endpoint', [])).toBe(name)
})

it('a taken name is numbered', () => {
  expect([freeName('openai', []), freeName('openai', ['openai']), freeName('openai', ['openai', 'openai-2'])]).toEqual([
    'openai',
    'openai-2',
    'openai-3',
  ])
})
