//go:build !purego

#include "textflag.h"

// The layout of wideKernel and candidates is in wide_amd64.go and blocks.go.
#define PAIRS 0
#define BITS 256
#define MULS 320
#define EVENS 384

#define NOTPAIRS 1432
#define STOPS 1704
#define FOUND 1976
#define WEAK 10184

// How far a block is looked at.
#define SEE 72

// SHIFTS puts into t which bits of lo, behind which those of hi stand, have one
// of those a, b and c further on, and into t of before.
#define SHIFTS(a, b, t) \
	VPSHRDQ a, Z1, Z0, Z3; \
	VPSHRDQ b, Z1, Z0, Z4; \
	VPTERNLOGQ $0xfe, Z4, Z3, t

// func scanAVX512(p *byte, n int, k *wideKernel, table *wideGrams, c *candidates) (consumed, strongs, weaks int)
TEXT ·scanAVX512(SB), NOSPLIT, $0-64
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ k+16(FP), DX
	MOVQ table+24(FP), R12
	MOVQ c+32(FP), R8
	VMOVDQU64 PAIRS+0(DX), Z10
	VMOVDQU64 PAIRS+64(DX), Z11
	VMOVDQU64 PAIRS+128(DX), Z12
	VMOVDQU64 PAIRS+192(DX), Z13
	VMOVDQU64 MULS(DX), Z22
	VMOVDQU64 BITS(DX), Z25
	VMOVDQU64 EVENS(DX), Z26     // 0, 2, 4 … 62
	MOVL $0x5f5f5f5f, AX
	VPBROADCASTD AX, Z20         // what is hashed
	MOVL $0x7fff, AX
	VPBROADCASTD AX, Z24
	MOVL $0x00400040, AX
	VPBROADCASTD AX, Z27
	MOVL $0x55555555, R10
	MOVL $0xaaaaaaaa, R11
	LEAQ STOPS(R8), R14
	LEAQ FOUND(R8), DI
	XORL R9, R9
	SUBQ $SEE, CX

loop:
	PREFETCHT0 2048(SI)(R9*1) // what is searched next

	// A dword is hashed by its two words, as strings. What the gathers write to is
	// cleared first, as they wait for it.
	VPANDD (SI)(R9*1), Z20, Z1
	VPANDD 2(SI)(R9*1), Z20, Z4
	VPMADDWD Z22, Z1, Z2
	VPMADDWD Z22, Z4, Z5
	VPSRLD $4, Z2, Z2
	VPSRLD $4, Z5, Z5
	VPANDD Z24, Z2, Z2
	VPANDD Z24, Z5, Z5
	VPXOR X3, X3, X3
	VPXOR X6, X6, X6
	KXNORW K1, K1, K1
	KXNORW K2, K2, K2
	VPGATHERDD (R12)(Z2*1), K1, Z3
	VPGATHERDD (R12)(Z5*1), K2, Z6
	VPSHUFB Z1, Z25, Z1
	VPSHUFB Z4, Z25, Z4
	VPTESTNMD Z3, Z1, K4
	VPTESTNMD Z6, Z4, K5

	// Two bytes of weak windows, and which bytes end a token.
	VMOVDQU64 (SI)(R9*1), Z7
	VMOVDQU64 -1(SI)(R9*1), Z8
	VMOVDQA64 Z7, Z9
	VPERMI2B Z11, Z10, Z8
	VPERMI2B Z13, Z12, Z9
	VPTESTMB Z9, Z8, K3
	VPORQ Z7, Z9, Z9
	VPMOVB2M Z9, K6
	KMOVQ K3, NOTPAIRS-STOPS(R14)
	KMOVQ K6, (R14)
	ADDQ $8, R14

	// The positions of the dwords one after the other, and those found as a list.
	KMOVW K4, AX
	KMOVW K5, R15
	PDEPL R10, AX, AX
	PDEPL R11, R15, R15
	ORL R15, AX
	KMOVD AX, K6
	VPCOMPRESSW.Z Z26, K6, Z7
	POPCNTL AX, AX
	VMOVDQU64 Z7, (DI)
	LEAQ (DI)(AX*2), DI
	VPADDW Z27, Z26, Z26

	ADDQ $64, R9
	CMPQ R9, CX
	JLE loop

	MOVQ R9, consumed+40(FP)
	LEAQ FOUND(R8), AX
	SUBQ AX, DI
	SHRQ $1, DI
	MOVQ DI, strongs+48(FP)

	// Of eight blocks at a time: none of the eight bytes from the third of a window
	// on may end a token. What is behind the last block gets looked at where its
	// candidates are sifted.
	MOVQ $0, (R14)
	LEAQ WEAK(R8), DX
	LEAQ STOPS(R8), R14
	XORL R10, R10                // where a block begins
	SHRQ $6, R9                  // how many are left

eight:
	VMOVDQU64 (R14), Z0
	VMOVDQU64 8(R14), Z1
	VPSHRDQ $1, Z1, Z0, Z2
	SHIFTS($2, $3, Z2)
	SHIFTS($4, $5, Z2)
	SHIFTS($6, $7, Z2)
	VPSHRDQ $8, Z1, Z0, Z3
	VPORQ Z3, Z2, Z2
	VPANDNQ NOTPAIRS-STOPS(R14), Z2, Z2
	VMOVDQU64 Z2, NOTPAIRS-STOPS(R14)
	VPTESTMQ Z2, Z2, K1
	KMOVB K1, AX
	BZHIL R9, AX, AX
	JEQ nextEight

nextBlock:
	TZCNTL AX, BX
	MOVQ NOTPAIRS-STOPS(R14)(BX*8), CX
	SHLL $6, BX
	ADDL R10, BX

nextWeak:
	TZCNTQ CX, DI
	ADDL BX, DI
	MOVW DI, (DX)
	ADDQ $2, DX
	BLSRQ CX, CX
	JNE nextWeak
	BLSRL AX, AX
	JNE nextBlock

nextEight:
	ADDQ $64, R14
	ADDL $512, R10
	SUBQ $8, R9
	JGT eight

	VZEROUPPER
	LEAQ WEAK(R8), AX
	SUBQ AX, DX
	SHRQ $1, DX
	MOVQ DX, weaks+56(FP)
	RET

// func fastGathers() bool
TEXT ·fastGathers(SB), NOSPLIT, $0-1
	XORL AX, AX
	CPUID
	CMPL AX, $7
	JLT slow
	MOVL $7, AX
	XORL CX, CX
	CPUID
	SHRL $23, DX
	ANDL $1, DX
	MOVB DX, ret+0(FP)
	RET

slow:
	MOVB $0, ret+0(FP)
	RET
