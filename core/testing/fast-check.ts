import fc from 'fast-check'

// The same cases in every run: a test that only sometimes sees a mistake stops whoever comes by. Other cases are tried by
// running with another seed (MEWCODE_TEST_SEED, a number).
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['MEWCODE_TEST_SEED'] ?? 1) })

export { fc }
