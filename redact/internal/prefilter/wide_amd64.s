//go:build !purego

#include "textflag.h"

// The layout of wideKernel and candidates is in wide_amd64.go and blocks.go.
#define PAIRS 0
#define TOKEN 256
#define BITS 384
#define INDEXMULS 448
#define BITMULS 512
#define EVENS 576

#define STOPS 1704
#define FOUND 1976
#define WEAK 10184

// How far a block is looked at.
#define SEE 72

// LOOKUP sets in k the bits of those dwords from off(SI)(R9*1) on that are in the
// filter. A dword is hashed by its two words, as strings.
#define LOOKUP(off, k) \
	VPANDD off(SI)(R9*1), Z20, Z1;       \
	VPMADDWD Z22, Z1, Z2;                \
	VPMADDWD Z23, Z1, Z1;                \
	VPSRLD $8, Z2, Z2;                   \
	VPANDD Z24, Z2, Z2;                  \
	KXNORW K1, K1, K1;                   \
	VPGATHERDD (R12)(Z2*1), K1, Z3;      \
	VPANDD Z21, Z1, Z1;                  \
	VPSHUFB Z1, Z25, Z1;                 \
	VPANDND Z1, Z3, Z3;                  \
	VPTESTNMD Z3, Z3, k

// WIDEN adds to each bit of lo, behind which those of hi stand, the one n further on.
#define WIDEN(n, hi, lo) \
	MOVQ lo, AX;      \
	SHRQ n, hi, AX;   \
	ORQ AX, lo

// func scanAVX512(p *byte, n int, k *wideKernel, table *wideGrams, c *candidates) (consumed, strongs, weaks int)
TEXT ·scanAVX512(SB), NOSPLIT, $0-64
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ k+16(FP), DX
	MOVQ table+24(FP), R12
	MOVQ c+32(FP), DI
	VMOVDQU64 PAIRS+0(DX), Z10
	VMOVDQU64 PAIRS+64(DX), Z11
	VMOVDQU64 PAIRS+128(DX), Z12
	VMOVDQU64 PAIRS+192(DX), Z13
	VMOVDQU64 TOKEN+0(DX), Z14
	VMOVDQU64 TOKEN+64(DX), Z15
	VMOVDQU64 INDEXMULS(DX), Z22
	VMOVDQU64 BITMULS(DX), Z23
	VMOVDQU64 BITS(DX), Z25
	VMOVDQU64 EVENS(DX), Z26     // 0, 2, 4 … 62
	MOVL $0x5f5f5f5f, AX
	VPBROADCASTD AX, Z20         // what is hashed
	MOVL $0x0f0f0f0f, AX
	VPBROADCASTD AX, Z21
	MOVL $0x7fff, AX
	VPBROADCASTD AX, Z24
	MOVL $0x00400040, AX
	VPBROADCASTD AX, Z27
	MOVL $0x55555555, R10
	MOVL $0xaaaaaaaa, R11
	LEAQ STOPS(DI), R14
	LEAQ WEAK(DI), DX
	LEAQ FOUND(DI), DI
	XORL R9, R9
	XORL R8, R8                  // pairs of weak windows in the block before
	XORL R13, R13                // and what ends a token there
	SUBQ $SEE, CX

loop:
	PREFETCHT0 2048(SI)(R9*1) // what is searched next
	LOOKUP(0, K4)
	LOOKUP(2, K5)

	// Two bytes of weak windows, and which bytes end a token.
	VMOVDQU64 (SI)(R9*1), Z4
	VMOVDQU64 -1(SI)(R9*1), Z5
	VMOVDQA64 Z4, Z6
	VPMOVB2M Z4, K3
	VPERMI2B Z11, Z10, Z5
	VPERMI2B Z13, Z12, Z6
	VPERMI2B Z15, Z14, Z4
	VPTESTMB Z6, Z5, K2
	VPMOVB2M Z4, K6
	KORQ K3, K6, K3
	KMOVQ K3, BX
	MOVQ BX, (R14)
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

	// Of the block before: no byte from the third of a window to the tenth may end
	// a token.
	MOVQ BX, R15
	SHRQ $1, BX, R13
	SHRQ $1, R15
	WIDEN($1, R15, R13)
	MOVQ R15, AX
	SHRQ $1, AX
	ORQ AX, R15
	WIDEN($2, R15, R13)
	MOVQ R15, AX
	SHRQ $2, AX
	ORQ AX, R15
	WIDEN($4, R15, R13)
	ANDNQ R8, R13, R8
	JNE weak

weakDone:
	KMOVQ K2, R8
	MOVQ BX, R13
	ADDQ $64, R9
	CMPQ R9, CX
	JLE loop
	VZEROUPPER
	MOVQ $0, (R14)

	// What is behind the last block gets looked at where its candidates are sifted.
	SHRQ $1, R13
	XORL R15, R15
	WIDEN($1, R15, R13)
	WIDEN($2, R15, R13)
	WIDEN($4, R15, R13)
	ANDNQ R8, R13, R8
	JEQ done

last:
	TZCNTQ R8, R15
	LEAQ -64(R9)(R15*1), R15
	MOVW R15, (DX)
	ADDQ $2, DX
	BLSRQ R8, R8
	JNE last

done:
	MOVQ c+32(FP), AX
	LEAQ FOUND(AX), BX
	SUBQ BX, DI
	SHRQ $1, DI
	LEAQ WEAK(AX), BX
	SUBQ BX, DX
	SHRQ $1, DX
	MOVQ R9, consumed+40(FP)
	MOVQ DI, strongs+48(FP)
	MOVQ DX, weaks+56(FP)
	RET

weak:
	TZCNTQ R8, R15
	LEAQ -64(R9)(R15*1), R15
	MOVW R15, (DX)
	ADDQ $2, DX
	BLSRQ R8, R8
	JNE weak
	JMP weakDone

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
